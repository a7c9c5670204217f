import { LINK_MARK, LINK_TOKEN_PROPERTY } from '@corvane/shared/contracts/remote/access-link';

/** The state of the customer's link that opened this page. */
export type OpenedLink =
  | { status: 'none' }
  | { status: 'opened'; token: string }
  /** A link was opened here, but its token is lost: the page was reloaded before the token was used. */
  | { status: 'lost' };

type LinkWindow = Pick<Window, 'history'> & { [LINK_TOKEN_PROPERTY]?: string };

/** Takes the token that `link/take-link-token.js` removed from the address. From now on only the host has it. */
export function takeOpenedLink(target: LinkWindow): OpenedLink {
  const token = target[LINK_TOKEN_PROPERTY];
  delete target[LINK_TOKEN_PROPERTY];
  if (token) return { status: 'opened', token };
  return isMarked(target.history.state) ? { status: 'lost' } : { status: 'none' };
}

/** The customer has closed the dialog. From now on a reload is like any other. */
export function forgetOpenedLink({ history }: Pick<Window, 'history'>): void {
  if (!isMarked(history.state)) return;
  const { [LINK_MARK]: _mark, ...state } = history.state;
  history.replaceState(state, '');
}

function isMarked(state: unknown): state is Record<string, unknown> {
  return typeof state === 'object' && state !== null && LINK_MARK in state;
}
