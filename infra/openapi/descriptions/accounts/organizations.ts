import type { AreaDescriptions } from '../model.ts';

const unused = (what: string): string => `${what} Part of the price list; nothing in this API depends on it.`;

export const organizations: AreaDescriptions = {
  operations: {
    'organizations-list': 'The organizations of which the caller is an active member. An API token sees only its own.',
    'organizations-update': {
      description: 'Renames an organization. The slug stays as it is. 404 for an organization of which the caller is no member.',
      parameters: { uuid: 'Id of the organization.' },
    },
  },
  schemas: {
    Organization: {
      description: 'An organization of the caller.',
      fields: {
        id: 'Id of the organization, for the header `X-Organization`.',
        name: 'Its name.',
        slug: 'Its name for addresses, which does not change.',
        role: 'Role of the caller in it.',
        plan: 'Key of its plan.',
        createdAt: 'When it was created.',
      },
    },
    OrganizationChange: {
      description: 'New name of an organization.',
      fields: { name: 'The name. An address is refused: no `://`, `www.`, `@`, `/` or backslash.' },
    },
    PlanFeatures: {
      description: 'What a plan allows. Requests beyond it answer 402 with code `plan_limit`, if nothing else is said.',
      fields: {
        maxCompanies: 'Number of companies; null: any.',
        maxUsersPerOrg: 'Number of active members and pending invitations; null: any.',
        maxInvoicesPerMonth: unused('Number of invoices of a calendar month; null: any.'),
        syncIntervalSeconds: 'Seconds between two synchronizations with the tax authority; earlier ones answer 429.',
        pdfGeneration: unused('Whether PDFs are generated.'),
        emailSending: unused('Whether documents can be mailed.'),
        emailTemplates: 'Whether mail templates can be added.',
        reports: unused('Whether reports are available.'),
        exchangeRates: unused('Whether exchange rates are available.'),
        apiAccess: unused('Whether API tokens can be used.'),
        signatureVerification: unused('Whether signatures of the tax authority can be verified.'),
        paymentLinks: unused('Whether invoices can be paid online.'),
        mobileApp: unused('Whether the mobile application can be used.'),
        importExport: unused('Whether data can be imported and exported.'),
        recurringInvoices: 'Whether recurring invoices can be used.',
        backupRestore: unused('Whether backups can be made.'),
        bankStatements: unused('Whether bank statements can be read.'),
        webhooks: 'Whether webhooks can be added and are delivered.',
        realtimeNotifications: unused('Whether there are notifications in real time.'),
        whiteLabel: unused('Whether the name of the service can be hidden.'),
        selfHostingLicense: 'Whether licence keys for self-hosted instances can be created and are valid.',
        prioritySupport: unused('Whether support is given first.'),
        attachmentMaxFileBytes: 'Largest attachment in bytes; larger ones answer 413.',
        attachmentsPerInvoice: 'Number of attachments of an invoice; more answer 422.',
        attachmentStorageBytes: 'Size of all attachments of the organization in bytes; more answers 422.',
      },
    },
  },
};
