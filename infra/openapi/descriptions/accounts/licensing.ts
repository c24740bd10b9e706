import type { AreaDescriptions, FieldDescriptions } from '../model.ts';

const key: FieldDescriptions = {
  id: 'Id of the key.',
  instanceName: 'Name of the instance, for people; null: none is known.',
  active: 'Whether the key is valid; false once it is revoked.',
  createdAt: 'When the key was created.',
};

export const licensing: AreaDescriptions = {
  operations: {
    'licensing-list-plans': `The plans in the order of their price. Prices are without effect here: the operator of the service sets the plan of an organization.
The answer may be kept for five minutes.`,
    'licensing-list-keys': {
      description: 'All licence keys of the current organization, also revoked ones, newest first.',
      fields: { keys: 'The keys.' },
    },
    'licensing-create-key': {
      description: `Creates a key for a self-hosted instance. Only this answer contains the key itself. 402 if the plan includes no licences
(\`selfHostingLicense\`).`,
      responses: { 201: 'The key was created.' },
    },
    'licensing-revoke-key': {
      description: 'Makes a key permanently invalid; it stays in the list. A key that is revoked already stays as it is.',
      parameters: { id: 'Id of the key.' },
      fields: { status: 'Always `revoked`.' },
    },
    'licensing-validate': {
      description: `Tells a self-hosted instance whether its licence is valid. The key is the credential. What the instance reports of itself is stored
and shown in the list of keys.

400 without \`licenseKey\`. 401 for a key that is unknown or revoked; 403 if the organization is closed (\`organization_inactive\`) or its plan
includes no licences (\`plan\`). The bodies of 401 and 403 have \`valid\` false beside \`error\`.`,
    },
  },
  schemas: {
    LicenseKey: {
      description: 'A licence key of the organization.',
      fields: {
        ...key,
        licenseKey: 'The first 8 characters of the key, `...`, and the last 8.',
        instanceUrl: 'Address of the instance, as it reported it; null: not yet.',
        lastValidatedAt: 'When the instance last asked whether the licence is valid; null: never.',
        activatedAt: 'When it first asked; null: never.',
      },
    },
    CreatedLicenseKey: {
      description: 'A new licence key.',
      fields: { ...key, licenseKey: 'The key itself, for the configuration of the instance. It is shown only now.' },
    },
    LicenseKeyInput: { description: 'Body of a new key.', fields: { instanceName: 'Name of the instance, for people.' } },
    LicenseQuestion: {
      description: 'A licence key, and what the instance reports of itself.',
      fields: {
        licenseKey: 'The key.',
        instanceName: 'Name of the instance. Absent or null: the stored one stays.',
        instanceUrl: 'Address of the instance. Absent or null: the stored one stays.',
        metrics:
          'Use of the instance, at most 16 KB as JSON. The numbers `companies`, `users`, `invoicesThisMonth` and `attachmentBytes` are compared with the plan.',
      },
    },
    License: {
      description: 'A valid licence.',
      fields: {
        valid: 'Always true.',
        plan: 'Key of the plan.',
        features: 'What the plan allows.',
        organizationName: 'Name of the organization that owns the key.',
        currentPeriodEnd: 'Always null: plans have no period.',
        trialEndsAt: 'Always null: plans are not tried.',
        violations: 'Where `metrics` exceed the plan, as text for people; the licence stays valid.',
        billingUrl: 'Address at which the plan is managed.',
      },
    },
    LicenseRefusal: {
      description: 'Why a licence is not valid.',
      fields: {
        valid: 'Always false.',
        error: 'The error.',
        'error.code': 'Code of the error: `unauthorized` or `forbidden`.',
        'error.message': 'The same for people.',
        'error.details': 'Present with 403.',
        'error.details.reason': 'Reason of the refusal.',
      },
    },
    PriceList: {
      description: 'The plans.',
      fields: {
        plans: 'The plans, the smallest first.',
        'plans.key': 'Key of the plan.',
        'plans.name': 'Its name.',
        'plans.monthlyPrice': 'Price for a month, in the smallest unit of the currency (1/100 RON).',
        'plans.yearlyPrice': 'Price for a year, in the same unit.',
        'plans.currency': 'Currency by ISO 4217.',
        'plans.features': 'What the plan allows.',
        'plans.includesPlan': 'The next smaller plan, all of which this one includes; null: it is the smallest.',
        'plans.trialDays': 'Days for which the plan can be tried; absent if it cannot.',
      },
    },
  },
};
