import { build } from 'vite';
import { readArguments } from '../../../command/read-arguments.ts';
import { runCommand } from '../../../command/run-command.ts';
import { CLIENT_CONFIGS, type ClientKind } from './client-configs.ts';

/** Makes one build: `node tools/bench/web/variants/build-client.ts host <directory>`. client-builds.ts runs it. */
runCommand(async () => {
  const { positionals } = readArguments({ allowPositionals: true });
  const [kind, outDir] = positionals as [ClientKind, string];
  const config = CLIENT_CONFIGS[kind]();
  await build({
    ...config,
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    build: { ...config.build, outDir, manifest: false, sourcemap: false },
  });
});
