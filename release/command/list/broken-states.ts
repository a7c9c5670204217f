import { brokenFiles } from '@corvane/tools/gateway/files/health-files';
import type { Destination } from '../../store/destination.ts';

/** As many states as a person looks at. */
const LOOKED_AT = 15;

/**
 * The broken ones of the latest states on this machine, and a complete one to restore. '' if all are complete.
 * @param destination of a bucket has its states elsewhere: nothing is said of them.
 */
export async function describeBrokenStates({ store }: Destination): Promise<string> {
  const latest = (await store.revisions()).slice(0, LOOKED_AT);
  const looked = await Promise.all(
    latest.map(async (revision) => {
      const isReadable = await store.state(revision).then(
        () => true,
        () => false,
      );
      const broken = await brokenFiles(store.root, store.stateDir(revision));
      return { revision, broken: isReadable ? broken : [`states/${revision}/state.json`, ...broken] };
    }),
  );
  const lines = looked
    .filter(({ broken }) => broken.length > 0)
    .map(({ revision, broken: [first, ...more] }) => {
      return `State ${revision} is broken: ${first}${more.length > 0 ? ` and ${more.length} more` : ''} cannot be read.`;
    });
  if (lines.length === 0) return '';
  const whole = looked.find(({ broken }) => broken.length === 0);
  const mend =
    whole === undefined
      ? 'No state is complete. Release each application again.'
      : `Complete: state ${whole.revision}. Make it live with "release restore ${whole.revision}".`;
  return [...lines, mend].join('\n');
}
