import { RECORD_FIELDS } from '../common.ts';
import type { AreaDescriptions, FieldDescriptions } from '../model.ts';
import { BOOKS } from './books.ts';

const DAYS = 'Days that the first synchronization goes back; of more than 60 it uses 60, the limit of the tax authority.';

/** What can be sent and is shown. */
const details: FieldDescriptions = {
  name: 'Name on documents.',
  registrationNumber: 'Number in the trade register, such as `J40/123/2020`.',
  vatPayer: 'Whether the company is registered for VAT. By default false.',
  vatCode: 'VAT number with country prefix.',
  address: 'Street, number and the like.',
  city: 'City.',
  state: 'County.',
  country: 'Country by ISO 3166-1, such as `RO`, which is the default.',
  phone: 'Phone number.',
  email: 'Email for customers.',
  website: 'Address of the website.',
  capitalSocial: 'Share capital, as text for documents.',
  vatOnCollection:
    'Whether the company pays VAT when it is paid ("TVA la încasare"). New invoices take it over. By default false.',
  vatStatus:
    'The VAT status by day, at most 20 periods in order. A document takes that of its date; outside of them the company is not registered. Null or no periods: `vatPayer` and `vatOnCollection` hold for all days. With periods the two are those of today.',
  oss: 'Whether the company takes part in the One Stop Shop of the EU, so that consumers abroad are charged the VAT of their country. By default false.',
  taxExemptionReason: 'Reason of exemption from VAT for lines of category `E` that state none.',
  taxExemptionReasonCode: 'Its code (VATEX), such as `VATEX-EU-132`.',
  bankName: 'Name of the bank.',
  bankAccount: 'IBAN that documents show if no bank account of their currency is recorded. Any spelling; stored without spaces.',
  bankBic: 'BIC of the bank, 8 or 11 characters.',
  defaultCurrency: 'Currency of new documents and products by ISO 4217; by default `RON`.',
  syncDaysBack: `${DAYS} By default 60.`,
  efacturaDelayHours:
    'Hours from the issue of an invoice to its automatic submission; null (the default): it is not submitted automatically.',
  emailCc:
    "Addresses that get a copy of every mail with a document, separated by commas. A mail with `cc` of its own takes those. 403 with reason `sender_not_verified` for an address while the caller's own email is not confirmed.",
  emailBcc: 'The same for blind copies. `emailCc` and `emailBcc` have at most 20 addresses together.',
  mailTracking:
    'Which mails with documents are tracked: `off` none, also where a request asks for it; `companies` those to clients that are companies; `all`. Null (the default): mails that somebody sends, and automatic ones to companies. `tracking` of a request comes before `companies` and `all`.',
  archiveEnabled:
    'Whether documents are retained for `archiveRetentionYears` if that is longer than the law demands. By default false.',
  archiveRetentionYears:
    'Years for which documents of a deleted company are retained, with `archiveEnabled`; 5 is the least by law. By default 10.',
  retention:
    'When records are past their time, so that `POST …/retention` removes them; by default everything is kept. A field that is left out is kept.',
  accountMapping:
    'Accounts of hand-over files: up to 100 rules in order, of which the first whose conditions all hold counts; else those of the general chart. Null or none: the chart alone.',
  enabledModules:
    'Parts of the application that the company uses; null (the default), or all seven: all. Programs may follow it; nothing is refused.',
};

const periods: FieldDescriptions = {
  draftMonths: 'Months since the last change of a draft without a number, or of a proforma; null: kept.',
  documentYears:
    'Years for which issued and received documents are kept, from 1 July of the year after their issue: 5 (the law) to 50; null: kept. `archiveRetentionYears` counts too, with `archiveEnabled`.',
  clientMonths: 'Months since the last change of a client without documents; null: kept.',
};

/** Fields that the company register knows better than the request. */
const REGISTER =
  '`name`, `registrationNumber`, `vatPayer`, `vatCode`, `vatOnCollection`, `address`, `city`, `state`, `country` and `sector`';

const company: FieldDescriptions = {
  ...RECORD_FIELDS,
  ...details,
  cif: 'Tax identification number, digits only.',
  ...{ 'vatStatus.from': 'First day; null without periods.', 'vatStatus.to': 'Last day; null: it lasts.' },
  ...{
    'vatStatus.registered': 'Whether it is registered for VAT.',
    'vatStatus.onCollection': 'Whether it applies VAT on collection.',
  },
  closedUntil: 'Last day of the closed period (`PUT …/period-lock`); null: nothing is closed.',
  sector: 'Sector of Bucharest, from the company register; null elsewhere.',
  logoPath: 'Where the logo is stored; changes with each upload. Null: the company has no logo. Read it with `GET …/logo`.',
  syncEnabled: 'Whether received invoices are fetched from the tax authority automatically.',
  lastSyncedAt: 'When they were last fetched; null: never.',
  syncDaysBack: DAYS,
  tokenStatus: 'The access token for the tax authority that connects the company: of several, the one that expires last.',
  'tokenStatus.hasToken': 'Whether an active member of the organization has a token for the tax number.',
  'tokenStatus.isValid': 'Whether it has not expired.',
  'tokenStatus.expiresAt': 'When it expires; null without token.',
  organizationId: 'Id of the organization that owns the company.',
};

const uuid = 'Id of the company.';
const OTHER = 'A company of the organization that the caller has no access to answers 403.';

const archive =
  'Id of a completed export of the company. Together with its other exports it must have every invoice in its retention period.';

const RETENTION = `Issued and received invoices, credit notes and delivery notes must be retained, by law for 5 years from 1 July of the year
after their issue`;

export const companies: AreaDescriptions = {
  operations: {
    'companies-list':
      'Companies of all organizations of the caller. Owners and admins see all of an organization, others those that they were given.',
    'companies-create': {
      description: `Adds a company to the current organization. Only \`cif\` is required if a company register is connected: it gives
${REGISTER}, and what it gives wins over the request. If it cannot be reached, or none is connected, \`name\` is required and the fields of the
request are used.

The company gets document series (\`FCT\`, \`PRO\`, \`NC\`, \`AVZ\`), VAT rates, a mail template of each category and a PDF configuration. A company
with this tax number that was deleted in the last 5 days is restored instead, if the caller may delete companies.

- 400 for a tax number that is ill-formed or that the register does not know, and without a required \`name\`.
- 402 if the plan allows no more companies.
- 404 without an organization.
- 409 with reason \`cif_taken\` if the organization has a company with this tax number; \`details.companyId\` is its id if the caller has access.
- 503 if the register cannot be reached and no \`name\` is sent.`,
      responses: { 201: 'The company was added or restored.' },
    },
    'companies-get': { description: `A company with its settings. ${OTHER}`, parameters: { uuid } },
    'companies-update': {
      description: `Changes the fields that are sent, at least one (422). Invalid values answer 400 with the messages by field. The tax number cannot
be changed: \`cif\` is ignored. Issued documents keep the data with which they were issued. \`POST …/refresh-registry\` overwrites what comes
from the company register.`,
      parameters: { uuid },
    },
    'companies-remove': {
      description: `Deletes a company. Requests for it are refused at once, its synchronization stops, and \`POST …/restore\` brings it back within 5 days.
Then its data are erased, unless documents are in their retention period.

${RETENTION}, or longer with \`archiveRetentionYears\`. The data are kept until then, and the owners get a mail 30 days before they are
erased. The body can release them earlier: \`archiveExportId\` names an export with which all those invoices are archived (422 if one is in
none), \`confirm\` says that no archive is wanted. An empty body releases nothing.`,
      parameters: { uuid },
      responses: { 204: 'The company is deleted.' },
    },
    'companies-deletion': {
      description: 'What happens with the data of a deleted company. 409 with reason `not_deleted` for one that is not deleted.',
      parameters: { uuid: 'Id of the deleted company.' },
    },
    'companies-release': {
      description: `Releases documents of a deleted company for erasure although they are in their retention period, or revokes that. One of the two
fields must be sent (422). The owners get a mail at once; released documents are erased 30 days later. 409 for a company that is not
deleted; 410 once its data are being erased; 422 for an id that is no completed export of the company, and while an invoice is in no export.`,
      parameters: { uuid: 'Id of the deleted company.' },
    },
    ...BOOKS.operations,
    'companies-retention': {
      description: `How many records are past their time by the settings of the company (\`retention\`), and what the last removal did. Once a year, at the
beginning of July, who may remove them gets a mail with these numbers; where no \`documentYears\` are set, it counts documents that the law has nobody keep any more.`,
      parameters: { uuid },
    },
    'companies-start-retention': {
      description: `Removes what is past its time: drafts without a number and proformas, documents with lines, timeline, payments, attachments, mails, share
links and files, clients that no document names any more. It cannot be undone. A document goes only together with the credit notes that reverse it. Of a document that had a number, the register of its series
keeps number, issue date and hashes, and audits list it as \`expired\`. Export an archive first. The work is done in the background: \`GET …/retention\` says how it stands.

409 while one is under way; 422 for a company that keeps everything.`,
      parameters: { uuid },
      responses: { 202: 'The removal was started.' },
    },
    'companies-restore': {
      description: `Brings back a company that was deleted at most 5 days ago, with all its data; synchronization stays off. 402 if the plan allows no more
companies; 409 if it is not deleted; 410 after the 5 days.`,
      parameters: { uuid: 'Id of the deleted company.' },
    },
    'companies-refresh-registry': {
      description: `Overwrites ${REGISTER} with what the company register has. A registration number or address that the register lacks stays. Issued
documents do not change. 404 if the register does not know the tax number; 429 within an hour of the last refresh; 503 if the register cannot
be reached or none is connected, which does not count as a refresh.`,
      parameters: { uuid },
    },
    'companies-set-active': {
      description: `Makes a read-only company writable. If the plan allows no more writable ones, the company of the organization that was changed least
recently becomes read-only instead. A company that is writable stays so.`,
      parameters: { uuid },
      responses: { 200: 'All companies that the caller has access to, by name.' },
    },
    'companies-toggle-sync': {
      description: `Switches the automatic fetching of received invoices on if it is off, and off if it is on. 422 with reason \`taxauth_not_connected\` for on
without a valid token for the tax number of the company.`,
      parameters: { uuid },
    },
    'companies-logo': {
      description: 'The file of the logo as it was uploaded, with its content type. 404 if the company has none.',
      parameters: { uuid },
      responses: { 200: 'The image: PNG, JPEG or SVG.' },
    },
    'companies-upload-logo': {
      description: `Replaces the logo, which PDFs and pages show from then on. The type is recognized by the content, whatever the file is called.

- PNG and JPEG: at most 5,000 pixels a side and 16 million altogether.
- SVG: shapes, gradients and text only; no scripts, images or references to anything outside.

400 for no file, several, or one that is damaged, of another type, or over 2 MB.`,
      parameters: { uuid },
      fields: { logo: 'The image file.' },
    },
    'companies-remove-logo': {
      description: 'Removes the logo, if there is one.',
      parameters: { uuid },
    },
  },
  schemas: {
    Company: { description: 'A company with its settings.', fields: company },
    CompanyInput: {
      description: 'Body of a new company.',
      fields: {
        ...details,
        cif: 'Tax identification number: 2 to 10 digits, with or without `RO`. Its check digit is not verified.',
      },
    },
    CompanyChange: { description: 'Fields of a company to change.', fields: details },
    CompanyRemoval: {
      description: 'Body of a deletion; may be empty. At most one of the fields.',
      fields: { archiveExportId: archive, confirm: '`no_archive`: the documents may be erased without an archive.' },
    },
    CompanyRelease: {
      description: 'Body of a release. One of the fields.',
      fields: {
        archiveExportId: archive,
        confirm: '`no_archive`: the documents may be erased without an archive; `keep`: an earlier release is revoked.',
      },
    },
    RetentionInput: { description: 'When records are past their time.', fields: periods },
    Retention: { description: 'When records are past their time; null: they are kept.', fields: periods },
    ...BOOKS.schemas,
    RetentionStart: {
      description: 'Body of a removal.',
      fields: { confirm: '`remove`: what is past its time is removed permanently.' },
    },
    CompanyRetention: {
      description: 'What is past its time, and the last removal.',
      fields: {
        companyId: uuid,
        past: 'How many records are past their time. 1000 stands for as many or more.',
        'past.drafts': 'Drafts without a number, and proformas.',
        'past.documents': 'Issued and received documents. Those whose credit notes are within their time stay.',
        'past.clients': 'Clients that no document names; more are removed when their last documents are.',
        run: 'The last removal; null: there was none.',
        'run.id': 'Id of the removal.',
        'run.status': '`running`: it goes on in the background; `done`: it has ended.',
        'run.startedAt': 'When it was started.',
        'run.startedBy': 'Who started it.',
        'run.finishedAt': 'When it ended; null: not yet.',
        'run.removed': 'How many records it has removed.',
        'run.removed.drafts': 'Drafts and proformas.',
        'run.removed.documents': 'Documents.',
        'run.removed.clients': 'Clients.',
      },
    },
    CompanyDeletion: {
      description: 'State of the deletion of a company.',
      fields: {
        companyId: uuid,
        status: '`waiting`: the data are there; `purging`: they are being erased; `purged`: they are erased.',
        deletedAt: 'When the company was deleted.',
        deletedBy: 'Who deleted it.',
        release: 'The permission to erase documents in their retention period; null: nobody has given it.',
        'release.archiveExportId': 'Id of the export with which the last of them was archived; null: the archive was waived.',
        'release.confirm': '`no_archive` if the archive was waived, otherwise null.',
        'release.by': 'Who released them.',
        'release.at': 'When they were released.',
        purgeAt:
          'When documents in their retention period are erased, as a mail announced; null: no mail has announced it, or there are none.',
        purgedAt: 'When the data were erased; null: not yet.',
        retainedInvoices: 'Number of invoices and credit notes in their retention period; 0 once the erasure has begun.',
        notArchived: 'Those of them that no completed export has.',
        'notArchived.count': 'Their number.',
        'notArchived.invoiceIds': 'Ids of the first 100, oldest first.',
      },
    },
    LogoChanged: {
      description: 'The new logo.',
      fields: { logoPath: '`logoPath` of the company.', message: 'What was done, for people.' },
    },
    SyncToggled: {
      description: 'State of the automatic synchronization.',
      fields: { syncEnabled: 'Whether it is on now.', message: 'The same for people.' },
    },
  },
};
