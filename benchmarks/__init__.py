"""Small example games outside the product, and what measures the engine with them."""
