import type { HostServices } from '@corvane/shared/contracts/remote/host-services';
import type { RemoteCounts } from '@corvane/shared/contracts/remote/remote-counts';

/** Has the host count something of this page. It says nothing about the visitor. */
export function count(track: HostServices['track'], what: keyof RemoteCounts): void {
  track({ action: what, category: 'count', label: '' });
}
