"""A ladder that is disturbed in every way there is, and must end as if nothing had happened."""
