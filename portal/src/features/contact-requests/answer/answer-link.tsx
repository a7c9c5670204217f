import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { buttonClass } from '@corvane/shared/ui/button';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { requestName } from '../request-name.ts';
import { answerMail } from './answer-mail.ts';

interface AnswerLinkProps {
  request: ListedContactRequest;
  place: 'row' | 'details';
  tabIndex?: 0 | -1;
}

/** Opens the mail program with a reply that quotes the request. */
export function AnswerLink({ request, place, tabIndex }: AnswerLinkProps) {
  const { brand } = useHostServices();
  const look = place === 'row' ? 'lg:px-2.5' : '';
  return (
    <a
      href={answerMail(request, brand.name)}
      tabIndex={tabIndex}
      className={buttonClass('outline', `text-sm whitespace-nowrap max-md:grow ${look}`)}
    >
      Answer
      <span className="sr-only"> {requestName(request)}</span>
    </a>
  );
}
