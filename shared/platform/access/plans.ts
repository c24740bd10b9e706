import type * as z from 'zod';
import type { Plan } from './model.ts';
import type { featuresSchema } from './schema.ts';

export type Features = z.infer<typeof featuresSchema>;

const MB = 1_048_576;
const GB = 1024 * MB;

const freemium: Features = {
  maxCompanies: 1,
  maxUsersPerOrg: 3,
  maxInvoicesPerMonth: 100,
  syncIntervalSeconds: 86_400,
  pdfGeneration: true,
  emailSending: true,
  emailTemplates: true,
  reports: true,
  exchangeRates: true,
  apiAccess: true,
  signatureVerification: true,
  paymentLinks: false,
  mobileApp: false,
  importExport: false,
  recurringInvoices: false,
  backupRestore: false,
  bankStatements: false,
  webhooks: false,
  realtimeNotifications: false,
  whiteLabel: false,
  selfHostingLicense: false,
  prioritySupport: false,
  attachmentMaxFileBytes: 5 * MB,
  attachmentsPerInvoice: 3,
  attachmentStorageBytes: 100 * MB,
};

const starter: Features = {
  ...freemium,
  maxCompanies: 3,
  maxInvoicesPerMonth: 500,
  syncIntervalSeconds: 43_200,
  paymentLinks: true,
  mobileApp: true,
  importExport: true,
  attachmentMaxFileBytes: 10 * MB,
  attachmentsPerInvoice: 5,
  attachmentStorageBytes: 500 * MB,
};

const professional: Features = {
  ...starter,
  maxCompanies: 10,
  maxUsersPerOrg: 10,
  maxInvoicesPerMonth: null,
  syncIntervalSeconds: 14_400,
  recurringInvoices: true,
  backupRestore: true,
  bankStatements: true,
  webhooks: true,
  attachmentMaxFileBytes: 25 * MB,
  attachmentsPerInvoice: 10,
  attachmentStorageBytes: 5 * GB,
};

const business: Features = {
  ...professional,
  maxCompanies: null,
  maxUsersPerOrg: null,
  syncIntervalSeconds: 3600,
  realtimeNotifications: true,
  whiteLabel: true,
  selfHostingLicense: true,
  prioritySupport: true,
  attachmentMaxFileBytes: 50 * MB,
  attachmentsPerInvoice: 25,
  attachmentStorageBytes: 50 * GB,
};

export const PLANS: Record<Plan, Features> = { freemium, starter, professional, business };
