import {
  type DraftInAddress,
  draftPriceOf,
  previewedInstantOf,
} from '@corvane/shared/contracts/remote/price-preview';
import type { Session } from '@corvane/shared/contracts/remote/session';

export interface PricePreview {
  /** The instant whose prices are shown, UTC ISO 8601. */
  at: string;
  /** A price that is not stored yet. */
  draft: DraftInAddress;
}

/**
 * What a manager previews. null for everyone else. The server checks the right too.
 * @param search query string with its leading `?`
 */
export function pricePreviewOf(session: Session, search: string): PricePreview | null {
  if (session.status !== 'rep' || session.rep.isManager !== true) return null;
  const at = previewedInstantOf(search);
  return at === null ? null : { at, draft: draftPriceOf(search) };
}
