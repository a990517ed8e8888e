#!/usr/bin/env bash
# The hooks for pre-commit refuse a bad file and let a good one pass.
exec python3 -B tests/hooks/hooks_test.py
