import type { AreaDescriptions } from '../model.ts';

const token = 'Token of the mail.';

export const mailTracking: AreaDescriptions = {
  operations: {
    'mail-tracking-open': {
      description: `The picture of a mail that is sent with \`tracking\`. A request for it records that the mail was opened, unless it is a prefetch of the
browser: at most one a minute, and 100 of a mail. The picture is the same for an unknown token.`,
      parameters: { token },
      responses: { 200: 'A transparent picture of one pixel.' },
    },
    'mail-tracking-click': {
      description: `Leads from a link in a mail that is sent with \`tracking\` to its target, and records the click: at most one a minute for each link, and 100
of a mail. 404 for a target that the service did not put into this mail itself.`,
      parameters: { token, to: 'The target.', signature: 'Signature of mail and target.' },
      responses: { 302: 'To the target.' },
    },
  },
};
