import { defineConfig } from 'vitest/config';

// Starting a sandbox takes a few seconds.
export default defineConfig({ test: { hookTimeout: 60_000, testTimeout: 60_000 } });
