import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../command/user-error.ts';
import { SALES_ID } from './faults/fault.ts';
import { ALREADY, drillBackup, foundByDoctor, NAMES, WEB } from './five-machines.ts';
import { visit } from './one-machine.ts';
import { changedNothing, type Report, recap } from './report.ts';
import { setStage } from './stage.ts';

const SERVER = 'database-1';
/** The steps of docs/production.md on the server: before the others come, and when they have taken its work. */
const BEFORE =
  'systemctl disable --now corvane-archive corvane-base.timer corvane-backup.timer corvane-archive-drill.timer';
const AFTERWARDS =
  "systemctl disable --now $(systemctl list-unit-files 'corvane-*' --state enabled --no-legend | cut -d ' ' -f 1) && rm -r /etc/corvane /etc/ssl/corvane /srv/corvane/edge /srv/corvane/gateway /var/lib/corvane-applied/certificate";

/** One server becomes the database of five machines, by the steps of the page. It serves people meanwhile. */
export async function rehearseGrowing({ say, check }: Report): Promise<void> {
  say('one server, and four machines that are empty');
  const stage = await setStage('inventory.several.example.yml', NAMES, WEB, ALREADY);
  const { operator, folder } = stage;
  const server = stage.machine(SERVER);
  try {
    const inventory = path.join(folder, 'inventory.yml');
    const several = readFileSync(inventory, 'utf8');
    await operator.production(['secrets'], stage.brought);
    writeFileSync(inventory, onServerAlone(several));
    const first = await operator.production(['apply', '--yes']);
    check('one apply brings the server up', first.status === 0, recap(first.said));
    if (first.status !== 0) throw new UserError(first.said.slice(-3000));
    const [salesId = ''] = SALES_ID.exec(first.said) ?? [];
    const person = await visit(stage, salesId, check, server.address);

    say('the other machines come');
    await server.ssh(BEFORE);
    writeFileSync(inventory, several);
    const growing = operator.production(['apply', '--yes']);
    const { asked, failed, isSignedOut, longestMs } = await person.during(growing);
    const { status, said } = await growing;
    check('one apply brings them up', status === 0, status === 0 ? recap(said) : said.slice(-3000));
    const met = `${failed} of ${asked} calls failed, the longest took ${longestMs} ms`;
    check('and a person of the server stays signed in', !isSignedOut, met);
    person.leave();

    await server.ssh(AFTERWARDS);
    for (const name of WEB) (await visit(stage, salesId, check, stage.machine(name).address)).leave();
    const again = await operator.production(['apply', '--yes']);
    check('a second apply goes well', again.status === 0, recap(again.said));
    const last = await operator.production(['apply', '--yes']);
    check('and a third changes nothing', changedNothing(last.said), recap(last.said));
    await drillBackup(stage);
    const ill = await foundByDoctor(stage);
    check('the doctor finds nothing wrong', ill === '', ill);
  } finally {
    await stage.close();
  }
}

/** The inventory of several machines, with one that does everything. */
function onServerAlone(several: string): string {
  const web = WEB.map((name) => new RegExp(`${name}: \\{ ansible_host: ([\\d.]+)`).exec(several)?.[1]);
  const one = several
    .replaceAll(/^ {4}(backend-1|web-1|web-2|archive-1): \{ ansible_host.*\n/gm, '')
    .replace(/, private_address: [\d.]+/, '')
    .replaceAll(/hosts: \{ .* \}/g, `hosts: { ${SERVER}: {} }`)
    .replaceAll(/^ {4}(release_destination|s3_endpoint|aws_region): .*\n/gm, '');
  // Where the name of the rehearsal leads from the beginning.
  return `${one}    public_addresses: [${web.join(', ')}]\n`;
}
