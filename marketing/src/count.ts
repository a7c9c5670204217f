import type { HostServices } from '@corvane/shared/contracts/remote/host-services';

/** Has the host count something of this page. It says nothing about the visitor. */
export function count(
  track: HostServices['track'],
  what: 'form-opened' | 'form-begun' | 'form-sent' | 'demo-booked' | 'prices-seen',
): void {
  track({ action: what, category: 'count', label: '' });
}
