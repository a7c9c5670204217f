import { remoteConfig } from '@corvane/tools/build/vite-config';
import { defineConfig } from 'vite';

export default defineConfig(({ isSsrBuild }) =>
  remoteConfig(import.meta.dirname, { isSsrBuild: isSsrBuild === true }),
);
