import * as z from 'zod';
import { day, instant, uuid } from '#shared/base/kernel/schema.ts';
import {
  TRANSPORT_STATUSES,
  type TransportFields,
  type TransportLineFields,
  type TransportState,
} from '#shared/model/transport.ts';

/** The transport fields of a delivery note in answers (TRN-1 to TRN-12), to be spread into the note's schema. */

/** A schema for each field of a type. */
type Shown<Fields> = { [Name in keyof Fields]: z.ZodType<Fields[Name]> };

const code = z.number().int().nullable();
const text = z.string().nullable();

export const transportShape = {
  etransportOperationType: code,
  etransportPostIncident: z.boolean(),
  etransportVehicleNumber: text,
  etransportTrailer1: text,
  etransportTrailer2: text,
  etransportVehicleMass: z.number().int().nullable(),
  etransportPartnerName: text,
  etransportPartnerCountry: text,
  etransportPartnerCode: text,
  etransportTransporterCountry: text,
  etransportTransporterCode: text,
  etransportTransporterName: text,
  etransportTransportDate: day().nullable(),
  etransportStartCounty: code,
  etransportStartLocality: text,
  etransportStartStreet: text,
  etransportStartNumber: text,
  etransportStartOtherInfo: text,
  etransportStartPostalCode: text,
  etransportStartBorderPoint: code,
  etransportStartCustomsOffice: code,
  etransportEndCounty: code,
  etransportEndLocality: text,
  etransportEndStreet: text,
  etransportEndNumber: text,
  etransportEndOtherInfo: text,
  etransportEndPostalCode: text,
  etransportEndBorderPoint: code,
  etransportEndCustomsOffice: code,
  skipEtransport: z.boolean(),
} satisfies Shown<TransportFields>;

/** Weights and the value are numeric strings with two decimals. */
export const transportLineShape = {
  tariffCode: text,
  purposeCode: code,
  unitOfMeasureCode: text,
  netWeight: text,
  grossWeight: text,
  valueWithoutVat: text,
} satisfies Shown<TransportLineFields>;

export const transportStateShape = {
  etransportStatus: z.enum(TRANSPORT_STATUSES).nullable(),
  etransportUit: text,
  etransportErrorMessage: text,
  etransportSubmittedAt: instant().nullable(),
  etransportUploadId: text,
  etransportDeclarationId: uuid().nullable(),
  etransportValidUntil: day().nullable(),
  etransportDeletedAt: instant().nullable(),
} satisfies Shown<TransportState>;

const findingSchema = z
  .object({
    rule: z.string(),
    message: z.string(),
    severity: z.enum(['fatal', 'warning']),
    field: z.string().nullable(),
  })
  .meta({ id: 'TransportFinding' });

/** The answer of validate-etransport. */
export const transportValidationSchema = z
  .object({
    valid: z.boolean(),
    errors: z.array(findingSchema),
    warnings: z.array(findingSchema),
    schematronAvailable: z.boolean(),
  })
  .meta({ id: 'TransportValidation' });

/** The answer of etransport/requirement: whether the law requires a declaration. */
export const transportRequirementSchema = z
  .object({
    requirement: z.enum(['required', 'not_required', 'unknown']),
    reasons: z.array(z.string()),
    missing: z.array(z.string()),
    law: z.object({ validFrom: day(), checkedOn: day(), sources: z.array(z.string()) }).nullable(),
  })
  .meta({ id: 'TransportRequirement' });
