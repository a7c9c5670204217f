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
/** Access to prices that is over, and whom to ask for more. */
export interface EndedAccess {
    /** When the link ended, UTC ISO 8601; null if it was taken back before. */
    endedAt: string | null;
    repName: string;
    repEmail: string;
}
/** Who is looking. `restoring` lasts from load until a stored session was checked with the server. */
export type Session = 
/**
 * `endedAccess`: the last person here was a customer whose access is over. `ended`: whose session ended on this page
 * without being signed out.
 */
{
    status: 'anonymous';
    endedAccess?: EndedAccess;
    ended?: 'rep' | 'customer';
}
/** `retry`: the server could not be asked. It is asked again by itself, and at once when this is called. */
 | {
    status: 'restoring';
    retry?: () => void;
} | {
    status: 'rep';
    rep: SalesRep;
    sessionId: string;
    sessionExpiresAt: string;
} | {
    status: 'customer';
    customer: SignedInCustomer;
    sessionId: string;
    sessionExpiresAt: string;
    /** How far the server's clock is ahead of this machine's, milliseconds; missing counts as 0. */
    clockAheadMs?: number;
};
