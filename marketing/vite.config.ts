import { remoteConfig } from '@corvane/tools/build/vite-config';
import { defineConfig } from 'vite';
import { BRAND } from '../shared/src/brand/brand.ts';
import { CORE, GROUPS } from './code-splitting.ts';
import { refuseOtherPictures } from './social-cards/drawn-for.ts';

export default defineConfig(({ isSsrBuild }) => {
  refuseOtherPictures(BRAND);
  return remoteConfig(
    import.meta.dirname,
    { isSsrBuild: isSsrBuild === true },
    { core: CORE, groups: GROUPS, ownPreloading: true },
  );
});
