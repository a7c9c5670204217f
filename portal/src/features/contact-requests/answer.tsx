import type { ListedContactRequest } from '@corvane/shared/contracts/backend/contact/contact-request-list';
import { formatInstant } from '@corvane/shared/lib/instants';
import { mailto } from '@corvane/shared/lib/mailto';
import { requestReference } from '@corvane/shared/lib/request-reference';
import { buttonClass } from '@corvane/shared/ui/button';
import { useHostServices } from '../../app/host-services-context.tsx';
import { fullName, requestName } from './words.tsx';

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
      <span className="sr-only">{` ${requestName(request)}`}</span>
    </a>
  );
}

/** Some mail programs ignore addresses longer than about 2,000 characters. */
const ADDRESS_MAX = 1_900;
const LINE_END = '\r\n';

type Answered = Pick<
  ListedContactRequest,
  'requestId' | 'firstName' | 'lastName' | 'email' | 'message' | 'createdAt'
>;

/** An address that opens the mail program with an answer: a greeting, space to write, and the quoted request. */
export function answerMail(request: Answered, brandName: string): string {
  const subject = `Your request to ${brandName} (${requestReference(request.requestId)})`;
  const greeting = fullName(request) === '' ? 'Hello,' : `Hello ${fullName(request)},`;
  const body = [greeting, '', '', '', `On ${formatInstant(request.createdAt)} you wrote:`, ''].join(LINE_END);
  const start = mailto(request.email, { subject, body });
  return `${start}${quoteOf(request.message, ADDRESS_MAX - start.length)}`;
}

/** As much of the text as fits, encoded. A shortened text ends with an ellipsis. */
function quoteOf(text: string, maxLength: number): string {
  const characters = [...text];
  const encoded = (count: number) => {
    const cut = count < characters.length ? `${characters.slice(0, count).join('').trimEnd()}…` : text;
    const lines = cut === '' ? [] : cut.split('\n').map((line) => `> ${line}`.trimEnd());
    return encodeURIComponent(lines.join(LINE_END));
  };
  const whole = encoded(characters.length);
  if (whole.length <= maxLength) return whole;
  let fits = 0;
  let tooMany = characters.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (encoded(middle).length <= maxLength) fits = middle;
    else tooMany = middle;
  }
  return encoded(fits);
}
