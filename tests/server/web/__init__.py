"""Routes, pages, and what stands in front of them."""
