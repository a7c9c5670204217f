import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { type DoctorCheck, right, wrong } from '../doctor-check.ts';

/** Reserved for documentation, so it belongs to no caller. */
const FORGED = '203.0.113.77';

const SECRETS_DIFFER =
  'Put the EDGE_SECRET of the functions into nginx/upstream.conf (or upstream-hosted.conf), and reload nginx.';

export const CALLERS: DoctorCheck = {
  name: 'callers',
  asks: 'Do limits count callers by their own address?',
  mend: 'Set TRUSTED_PROXY_HOPS to the number of proxies that add to X-Forwarded-For, nginx included (docs/operations.md, "Then check the caller\'s address").',
  isOfMachine: true,
  async look(look) {
    // What a caller claims of itself must count for nothing.
    const { ipAddress, isFromEdge } = await look.callerThroughEdge({ 'X-Forwarded-For': FORGED });
    if (ipAddress === FORGED) return wrong('a forged address of the caller is accepted');
    if (!isFromEdge)
      return wrong('the functions do not recognize the edge: EDGE_SECRET differs', SECRETS_DIFFER);
    if (ipAddress === null) return wrong('callers have no address: TRUSTED_PROXY_HOPS is too high');
    const { ownAddress } = look.options;
    if (ownAddress !== null && ipAddress !== ownAddress)
      return wrong(`this machine is seen as ${ipAddress}, not as ${ownAddress}`);
    if (ownAddress !== null || isOfThisMachine(ipAddress))
      return right(`this machine is seen as ${ipAddress}`);
    if (PRIVATE.check(ipAddress, isIP(ipAddress) === 6 ? 'ipv6' : 'ipv4'))
      return wrong(`this machine is seen as ${ipAddress}, which is a proxy's address`);
    if ((await addressesOf(look.origin)).includes(ipAddress))
      return wrong(`this machine is seen as ${ipAddress}, which is the site's own address`);
    return right(`this machine is seen as ${ipAddress} (--address says whether that is so)`);
  },
};

const PRIVATE = new BlockList();
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  PRIVATE.addSubnet(network, bits, 'ipv6');

function isOfThisMachine(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) => all?.some((one) => one.address === address));
}

async function addressesOf(origin: string): Promise<string[]> {
  const found = await lookup(new URL(origin).hostname, { all: true }).catch(() => []);
  return found.map(({ address }) => address);
}
