import type { Session } from '@corvane/shared/contracts/remote/session';
import { previewedInstantOf } from '@corvane/shared/lib/price-preview';

/**
 * The instant whose prices a manager previews. null for everyone else. The server checks the right too.
 * @param search query string with its leading `?`
 */
export function pricePreviewOf(session: Session, search: string): string | null {
  return session.status === 'rep' && session.rep.isManager === true ? previewedInstantOf(search) : null;
}
