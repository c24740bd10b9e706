import type { AreaDescriptions } from '../model.ts';

export const contact: AreaDescriptions = {
  operations: {
    'contact-send': {
      description: `Mails a message to the operator of the service, who can reply to \`email\`. 400 for missing or invalid fields; 403 if the operator requires a
captcha and it was not solved; 503 if the captcha cannot be checked. At most 3 messages an hour from one address (429).`,
      fields: { status: 'Always `sent`.' },
    },
  },
  schemas: {
    ContactMessage: {
      description: 'A message to the operator.',
      fields: {
        name: 'Name of the sender.',
        email: 'Email of the sender.',
        subject: 'Subject, one line.',
        message: 'The message, up to 5,000 characters.',
        captchaToken: 'Token of the solved captcha, if the operator of the service requires one.',
      },
    },
  },
};
