#!/usr/bin/env bash
# The pages say what the program prints.
exec python3 -B tests/docs/documents_test.py
