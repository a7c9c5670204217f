import { useHostServices } from '../../../app/host-services-context.tsx';

/** Shown to a representative who is not a manager. */
export function NotForYou() {
  const { Link } = useHostServices();
  return (
    <div className="py-16 text-center">
      <h1 className="text-heading">Operations is for managers only</h1>
      <p className="mt-2 text-muted">
        Only managers can open it.{' '}
        <Link to="/sales-portal" className="font-semibold text-teal underline underline-offset-4">
          Back to the Sales Portal
        </Link>
      </p>
    </div>
  );
}
