import type { NextStepsContent } from './contact-schemas.ts';

export const NEXT_STEPS: NextStepsContent = {
  title: 'What happens next',
  points: [
    { title: 'We read it', description: 'Someone on our team reads your message and looks at your market.' },
    { title: 'We count', description: 'We check how many of the people you describe are in market now.' },
    { title: 'We show you', description: 'A short call with your own numbers on the screen. No slides.' },
  ],
};
