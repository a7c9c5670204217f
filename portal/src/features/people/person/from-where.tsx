import { Moment } from '../../../ui/facts/facts.tsx';

interface FromWhereProps {
  at: string;
  ipAddress: string | null;
  userAgent: string | null;
}

/** The time and origin, as they are stored. */
export function FromWhere({ at, ipAddress, userAgent }: FromWhereProps) {
  return (
    <>
      <Moment at={at} />
      <span className="block text-muted">
        {ipAddress ?? 'no IP address'}
        {userAgent === null ? ', no browser' : `, ${userAgent}`}
      </span>
    </>
  );
}
