"""What is told about results: feedback, exports, item analysis, similarity, moderation."""
