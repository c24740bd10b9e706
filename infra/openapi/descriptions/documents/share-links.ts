import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const invoice = 'Id of the invoice.';

const link: FieldDescriptions = {
  id: 'Id of the link.',
  token: 'Token of the link. Everyone who has it can see the invoice.',
  url: 'Address of the page with the invoice.',
  expiresAt: 'Until when the link is valid.',
};

export const shareLinks: AreaDescriptions = {
  operations: {
    'share-links-create': {
      description: `Makes a link by which everyone who has it can see the invoice and download its PDF and XML, without an account. An invoice can have
several links. 409 for a draft and a cancelled invoice.`,
      parameters: { uuid: invoice },
      responses: { 201: 'The link was created.' },
    },
    'share-links-list': {
      description: 'All links of an invoice, also expired and revoked ones, newest first.',
      parameters: { uuid: invoice },
    },
    'share-links-revoke': {
      description: 'Ends the validity of a link at once and permanently. A link that is revoked already stays as it is.',
      parameters: { uuid: invoice, linkId: 'Id of the link.' },
      responses: { 204: 'The link is revoked.' },
    },
  },
  schemas: {
    ShareLinkInput: { description: 'Body of a new share link.', fields: { expiryDays: 'Days for which the link is valid.' } },
    CreatedShareLink: { description: 'A new share link.', fields: link },
    ShareLink: {
      description: 'A link by which everyone who has it can see an invoice.',
      fields: {
        ...link,
        status: 'Whether the link is valid, revoked or expired.',
        paymentEnabled: 'Always false: shared invoices cannot be paid online.',
        createdAt: 'When the link was created.',
        revokedAt: 'When the link was revoked, by a user or by the cancellation of the invoice; null: not.',
        lastViewedAt: 'When the invoice was last seen by the link; null: never.',
        viewCount: 'How often the invoice was seen by the link.',
        isValid: 'Whether the link is valid.',
        createdBy: 'Who created the link.',
      },
    },
  },
};
