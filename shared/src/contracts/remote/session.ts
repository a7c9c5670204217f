/** The signed-in representative, as the person may see themselves. */
export interface SalesRep {
  id: string;
  name: string;
  email: string;
}

/** The signed-in customer, with the representative who qualified them. */
export interface SignedInCustomer {
  id: string;
  name: string;
  email: string;
  company: string;
  repName: string;
  repEmail: string;
}

/** Who is looking. `restoring` lasts from load until a stored session was checked with the server. */
export type Session =
  | { status: 'anonymous' }
  | { status: 'restoring' }
  | { status: 'rep'; rep: SalesRep; sessionId: string; sessionExpiresAt: string }
  | { status: 'customer'; customer: SignedInCustomer; sessionId: string; sessionExpiresAt: string };
