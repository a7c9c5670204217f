import type { PersonRequest } from '@corvane/shared/contracts/backend/people/people';
import { requestCorrectionSchema } from '@corvane/shared/contracts/backend/people/person-change';
import { CorrectDialog } from './correct-dialog.tsx';

interface CorrectRequestProps {
  repId: string;
  request: PersonRequest;
  onClose(): void;
}

export function CorrectRequest({ repId, request, onClose }: CorrectRequestProps) {
  const { id, firstName, lastName, company, phone, jobTitle } = request;
  return (
    <CorrectDialog
      repId={repId}
      title="Correct the contact request"
      stored={{ first_name: firstName, last_name: lastName, company, phone, job_title: jobTitle }}
      labels={{
        first_name: 'First name',
        last_name: 'Last name',
        company: 'Company',
        phone: 'Phone',
        job_title: 'Job title',
      }}
      schema={requestCorrectionSchema}
      correctionOf={(before, after) => ({ kind: 'contact_request', id, before, after })}
      onClose={onClose}
    />
  );
}
