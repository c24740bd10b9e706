import type { AreaDescriptions } from '../model.ts';

const lang = 'Language of the page: `ro`, `en`, `de` or `fr`; otherwise the one that `Accept-Language` prefers.';
const responses = { 200: 'The page.' };

export const pages: AreaDescriptions = {
  operations: {
    'pages-home': {
      description: 'Says that the service is used by programs, and links to the description of its API.',
      parameters: { lang },
      responses,
    },
    'pages-confirm-email': {
      description: `To this page the confirmation mail leads, unless the operator has an application with such a page. The token is in the fragment of the
address (\`#token=…\`), which browsers do not send; the page sends it to \`POST /api/auth/confirm-email\` when its button is pressed.`,
      parameters: { lang },
      responses,
    },
    'pages-reset-password': {
      description: `To this page the mail about a forgotten password leads, unless the operator has an application with such a page. The token is in the
fragment of the address (\`#token=…\`), which browsers do not send; the page sends it with the new password to \`POST /api/auth/reset-password\`.`,
      parameters: { lang },
      responses,
    },
    'pages-invitation': {
      description: `To this page the mail of an invitation leads, unless the operator has an application with such a page. The token is in the
fragment of the address (\`#token=…\`), which browsers do not send. The invited person signs in or registers there; the page then calls
\`POST /api/v1/invitations/accept/{token}\` and ends the session.`,
      parameters: { lang },
      responses,
    },
    'pages-shared-document': {
      description: `To this page a share link (\`url\`) leads, unless the operator has an application with such a page: the invoice as its client
sees it, with its state, its files, the bank details and, for an amount in euro, a QR code for banking apps. 404 if the link is unknown, expired
or revoked. Every call counts as a view of the link; the first in an hour is entered in the timeline of the invoice as well.`,
      parameters: {
        token: 'Token of the share link.',
        lang: 'Language of the page: `ro`, `en`, `de` or `fr`; otherwise that of the invoice.',
      },
      responses,
    },
    'pages-privacy': {
      description: `To this page leads the link at the end of every mail with a document: who is responsible, what is recorded of the recipient, until
when, and which rights they have.`,
      parameters: { lang },
      responses,
    },
    'pages-unsubscribe': {
      description: `To this page leads the link at the end of automatic mails: payment reminders, and documents that were scheduled. It names the company and
the address, and has a button; opening it changes nothing. 404 if the token is unknown, or the mail no longer exists.`,
      parameters: {
        token: 'Token of the mail.',
        lang: 'Language of the page: `ro`, `en`, `de` or `fr`; otherwise that of the mail.',
      },
      responses,
    },
    'pages-unsubscribe-now': {
      description: `Adds the recipient of the mail to the suppression list of the company: its automatic mails no longer go there, and mails that a person
sends are refused (422) unless \`force\` is set. Mails about accounts are not affected. The button of the page sends this request, and so do mail
programs by the header \`List-Unsubscribe\` (RFC 8058), whose body is ignored. Repeating it changes nothing.`,
      parameters: { token: 'Token of the mail.', lang: 'As for the page.' },
      responses: { 200: 'A page that says so.' },
    },
    'pages-taxauth-link': {
      description:
        'To this page a consent at the tax authority returns, unless the operator has an application with such a page.',
      parameters: {
        lang,
        status: 'How the consent ended: `connected`, `denied`, `invalid` or `failed`. Other values count as `invalid`.',
      },
      responses,
    },
  },
};
