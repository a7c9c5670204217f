import { hostConfig } from '@corvane/tools/build/vite-config';
import { defineConfig } from 'vite';

export default defineConfig(({ isSsrBuild }) =>
  hostConfig(import.meta.dirname, { isSsrBuild: isSsrBuild === true }),
);
