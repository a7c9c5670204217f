import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { git } from '../process/git.ts';
import { WORKSPACE_ROOT } from '../workspace/workspace-root.ts';
import type { BootedMachine } from './booted-machine.ts';
import type { Operator, Said } from './operator.ts';
import type { Check } from './report.ts';

interface Place {
  machine: BootedMachine;
  operator: Operator;
  check: Check;
  /** A folder that the operator sees. */
  folder: string;
}

/** Files that are newer than the mark, but for logs, and what a running site writes. */
const LATER =
  'find /etc /usr /opt /srv/corvane -xdev -type f -newer /run/corvane-mark -not -path "*/run/*" 2> /dev/null; true';
/** For as long as the mount is there. */
const DEBIAN_12 =
  'sed "s/13/12/g; s/trixie/bookworm/" /etc/os-release > /run/os-release && mount --bind /run/os-release /etc/os-release';

/** A machine that is refused has nothing of Corvane, and has nothing afterwards. */
export async function refuseMachines(place: Place): Promise<void> {
  const apply = () => place.operator.production(['apply', '--yes']);
  await eachRefused(place, async (refused) => {
    await place.machine.ssh('mount -t tmpfs -o size=1000M none /srv');
    refused('a disk with 1 GB left', await apply(), /corvane has 1000 MB left on its disk, and needs 6000\./);
    await place.machine.ssh('umount /srv');
    await place.machine.ssh(DEBIAN_12);
    refused(
      'a Debian 12',
      await apply(),
      /corvane has Debian GNU\/Linux 12 .*Corvane is set up on Debian 13/,
    );
    await place.machine.ssh('umount /etc/os-release');
  });
}

/** Mistakes of an operator whose site runs. It stays as it is. */
export async function makeMistakes(place: Place): Promise<void> {
  const { machine, operator, folder } = place;
  await machine.ssh('useradd -m mary && cp -r /root/.ssh /home/mary/ && chown -R mary /home/mary/.ssh');
  await eachRefused(place, async (refused) => {
    const otherPassword = path.join(folder, 'other-password');
    writeFileSync(otherPassword, 'of-another-vault\n');
    refused(
      'a wrong vault password',
      await operator.production(['apply', '--yes'], { ANSIBLE_VAULT_PASSWORD_FILE: otherPassword }),
      /^error: The password in \S+other-password is not the one of \S+secrets\.yml$/,
    );
    refused(
      'a name that leads elsewhere',
      await operator.playbook({ public_addresses: ['203.0.113.9'] }),
      /leads to 10\.99\.0\.11, and the web machine is 203\.0\.113\.9/,
    );
    refused(
      'a clone that is behind the machine',
      await operator.playbook({ corvane_commit: await git(WORKSPACE_ROOT, 'rev-parse', 'HEAD^') }),
      /corvane has the commit \w{12}, and yours does not come after it\. `git pull` first/,
    );
    refused(
      'a user without sudo',
      await operator.playbook({ ansible_user: 'mary' }),
      /no root\. Connect as root, or let mary use sudo/,
    );
  });
  await operator.cut(['apply', '--yes'], 'base : Make the users of the units', { USER: 'ada' });
  await eachRefused(place, async (refused) => {
    refused(
      'a second operator at once',
      await operator.playbook({}),
      /ada@\S+ applies to corvane now, or was cut off/,
    );
  });
  await machine.ssh('rm /run/corvane-apply');
}

async function eachRefused(
  { machine, check }: Place,
  make: (refused: (mistake: string, said: Said, line: RegExp) => void) => Promise<void>,
): Promise<void> {
  await machine.ssh('touch /run/corvane-mark');
  await make((mistake, { status, said }, line) => {
    const isSaid = line.test(oneLine(said));
    check(`${mistake} is refused`, status !== 0 && isSaid, isSaid ? '' : said.slice(-700));
  });
  const changed = await machine.ssh(LATER);
  check('no mistake changed anything', changed === '', changed.slice(0, 700));
}

const oneLine = (said: string) => said.replaceAll(/\s+/g, ' ').trim();
