/** The signed-in representative, with the details that they may see about themselves. */
export interface SalesRep {
    id: string;
    name: string;
    email: string;
    /** May open Operations with a mailed code. Missing counts as false. The server decides again on each call. */
    isManager?: boolean;
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
/** Access to prices that has ended, and whom to ask for more. */
export interface EndedAccess {
    /** When the link ended, UTC ISO 8601. Null if it was revoked earlier. */
    endedAt: string | null;
    repName: string;
    repEmail: string;
    /** Who had the access, as this browser remembers them. Missing after an access that an earlier host remembered. */
    customer?: Pick<SignedInCustomer, 'name' | 'email' | 'company'>;
}
/** Who uses the page. `restoring` lasts from load until the server has checked a stored session. */
export type Session = 
/**
 * `endedAccess`: the last customer on this browser, whose access has ended. `ended`: whose session ended on this page
 * without a sign-out.
 */
{
    status: 'anonymous';
    endedAccess?: EndedAccess;
    ended?: 'rep' | 'customer';
}
/** `retry`: the server could not be reached. Calls repeat automatically. `retry` makes the next one at once. */
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
    /** How far the server's clock is ahead of this machine's, milliseconds. Missing counts as 0. */
    clockAheadMs?: number;
};
