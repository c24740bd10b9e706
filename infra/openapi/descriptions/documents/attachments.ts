import type { AreaDescriptions } from '../model.ts';

const TYPES = `Accepted types are PDF, JPEG, PNG, WebP, the formats of Word, Excel, OpenDocument texts and spreadsheets, CSV, plain text, XML and
ZIP. The content decides about the type, not the name (415 for other content); a name that does not end with an extension of
the type gets one, such as \`run.js.txt\`.`;

const LIMITS = `The plan limits the size of a file (413), the number of files of an invoice and the storage of the company (422).`;

const invoice = 'Id of the invoice.';

export const attachments: AreaDescriptions = {
  operations: {
    'attachments-list': { description: 'All files of an invoice, newest first.', parameters: { uuid: invoice } },
    'attachments-create': {
      description: `Adds a file in a form (\`multipart/form-data\`) to an invoice that is not cancelled (409).

${TYPES}
${LIMITS}
A request takes a file of up to 4.4 MB (413); for a larger one use \`POST /api/v1/invoices/{uuid}/attachments/uploads\`.`,
      parameters: { uuid: invoice },
      responses: { 201: 'The file was added.' },
      fields: {
        file: 'The file, with its name. It must not be empty.',
        description: 'What the file is, up to 500 characters.',
      },
    },
    'attachments-start-upload': {
      description: `Announces a file of any size that the plan allows. Then:

1. Within 15 minutes, post a form (\`multipart/form-data\`) to \`url\`: all \`fields\` of the answer, and after them the file as \`file\`.
2. Call \`POST /api/v1/invoices/{uuid}/attachments/uploads/{uploadId}/complete\`, which adds the file to the invoice.

${LIMITS} A cancelled invoice takes no files (409). A company can announce 50 files in 15 minutes (429).`,
      parameters: { uuid: invoice },
      responses: { 201: 'The file can be uploaded.' },
    },
    'attachments-complete-upload': {
      description: `Adds a file that was posted to the URL of its announcement, within an hour of that. A repeated call returns the same attachment.
422 if no file has arrived yet.

${TYPES}
${LIMITS}`,
      parameters: { uuid: invoice, uploadId: 'Id of the upload, from its announcement.' },
      responses: { 201: 'The file was added.' },
    },
    'attachments-download': {
      description: `The content of a file, under its name and type; \`X-Upload-Date\` says when it was uploaded. 410 for a file that was deleted.`,
      parameters: { uuid: invoice, attachmentId: 'Id of the file.' },
      responses: { 200: 'The file.', 302: 'The file is large: `Location` is the address from which to download it.' },
    },
    'attachments-remove': {
      description: `Deletes a file of an invoice that is not cancelled. A file that came within the XML of a received invoice cannot be deleted. Both
are answered with 409; 410 for a file that was deleted before.`,
      parameters: { uuid: invoice, attachmentId: 'Id of the file.' },
      responses: { 204: 'The file was deleted.' },
    },
  },
  schemas: {
    AttachmentUploadInput: {
      description: 'A file that will be uploaded.',
      fields: {
        filename: 'Name of the file.',
        size: 'Its size in bytes, by which the limits of the plan are checked in advance. The form takes no more.',
        description: 'What the file is, up to 500 characters.',
      },
    },
    AttachmentUpload: {
      description: 'Where to upload the file.',
      fields: {
        uploadId: 'Id of the upload, with which to complete it.',
        url: 'Address to post the form to.',
        fields: 'Fields of the form that come before the file, by name.',
        maxBytes: 'The largest file that the form takes, in bytes: the size that was announced.',
        expiresAt: 'Until when the form can be posted.',
      },
    },
  },
};
