import * as z from 'zod';
import { decimalBetween, optionalDate } from '#shared/base/kernel/fields.ts';
import { transportCountry } from '#shared/model/convertible/declared-partner.ts';
import { HEAVIEST_GOODS, LIGHTEST_GOODS, plateOf } from '#shared/model/transport.ts';
import { transportCountries } from './codes/countries.ts';
import { CUSTOMS_OFFICE_CODES } from './codes/customs-offices.ts';
import { OPERATION_CODES, PURPOSE_CODES } from './codes/operations.ts';
import { BORDER_POINT_CODES, COUNTY_CODES } from './codes/places.ts';

/**
 * The transport fields of request bodies (TRN-2 to TRN-6). Only the format of each value is checked here; whether a
 * declaration is complete is checked when it is validated or submitted. Absent, null and empty text all mean "not stated".
 */

/** A field that may be absent; empty text is null. */
const optional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(value => (typeof value === 'string' && value.trim() === '' ? null : value), schema.nullish());

const code = (codes: ReadonlySet<number>) => optional(z.literal([...codes], `must be one of ${[...codes].join(', ')}`));

/** There are too many codes to name them in the message. */
const customsOffice = () => optional(z.literal([...CUSTOMS_OFFICE_CODES], "must be a customs office of the authority's list"));

const words = (min: number, max: number) =>
  optional(z.string().trim().min(min, `must have at least ${min} characters`).max(max, `must have at most ${max} characters`));

/** The registration number of a vehicle, in capitals, without blanks and dashes. */
export const plate = () =>
  optional(
    z
      .string()
      .transform(value => plateOf(value) ?? '')
      .pipe(z.string().regex(/^[A-Z0-9]{2,20}$/, 'must have 2 to 20 letters and digits')),
  );

/** An ISO 3166-1 alpha-2 code, except that Greece is `EL`; `GR` is accepted and becomes `EL`. */
const country = () =>
  optional(
    z
      .string()
      .transform(transportCountry)
      .pipe(
        z.string().refine(value => transportCountries().has(value), 'must be an ISO 3166-1 alpha-2 country code (Greece EL)'),
      ),
  );

/** A tax number without blanks and without the prefix RO. The rules BR-043 and BR-209 check the form of Romanian numbers. */
const taxId = () =>
  optional(
    z
      .string()
      .transform(value =>
        value
          .toUpperCase()
          .replace(/\s+/g, '')
          .replace(/^RO(?=\d)/, ''),
      )
      .pipe(z.string().regex(/^[A-Z0-9]{1,30}$/, 'must have 1 to 30 letters and digits')),
  );

const tariffCode = () =>
  optional(
    z
      .string()
      .transform(value => value.replace(/[\s.]/g, ''))
      .pipe(z.string().regex(/^(\d{4}|\d{6}|\d{8})$/, 'must have 4, 6 or 8 digits')),
  );

/** Lei: the highest value of a line. */
const MOST = '999999999999.99';
/** Kilograms: a number or numeric string, kept as a decimal string. */
const weight = () => optional(decimalBetween(2, LIGHTEST_GOODS, HEAVIEST_GOODS));

/** Kilograms: more than any road vehicle weighs. */
const HEAVIEST = 999_999;
const vehicleMass = () =>
  optional(
    z
      .int('must be a whole number of kilograms')
      .min(1, `must be between 1 and ${HEAVIEST}`)
      .max(HEAVIEST, `must be between 1 and ${HEAVIEST}`),
  );

/** The fields of a delivery note, to be spread into the schema of its body. */
export const transportFields = {
  etransportOperationType: code(OPERATION_CODES),
  etransportPostIncident: z.boolean().nullish(),
  etransportVehicleNumber: plate(),
  etransportTrailer1: plate(),
  etransportTrailer2: plate(),
  etransportVehicleMass: vehicleMass(),
  etransportPartnerName: words(2, 200),
  etransportPartnerCountry: country(),
  etransportPartnerCode: taxId(),
  etransportTransporterCountry: country(),
  etransportTransporterCode: taxId(),
  etransportTransporterName: words(2, 200),
  etransportTransportDate: optionalDate(),
  etransportStartCounty: code(COUNTY_CODES),
  etransportStartLocality: words(2, 100),
  etransportStartStreet: words(2, 100),
  etransportStartNumber: words(1, 20),
  etransportStartOtherInfo: words(1, 200),
  etransportStartPostalCode: words(1, 20),
  etransportStartBorderPoint: code(BORDER_POINT_CODES),
  etransportStartCustomsOffice: customsOffice(),
  etransportEndCounty: code(COUNTY_CODES),
  etransportEndLocality: words(2, 100),
  etransportEndStreet: words(2, 100),
  etransportEndNumber: words(1, 20),
  etransportEndOtherInfo: words(1, 200),
  etransportEndPostalCode: words(1, 20),
  etransportEndBorderPoint: code(BORDER_POINT_CODES),
  etransportEndCustomsOffice: customsOffice(),
  skipEtransport: z.boolean().nullish(),
};

/** The fields of a line, to be spread into the schema of a delivery note's line. */
export const transportLineFields = {
  tariffCode: tariffCode(),
  purposeCode: code(PURPOSE_CODES),
  unitOfMeasureCode: optional(
    z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[0-9A-Z]{2,3}$/, 'must be a code of UN/ECE Rec 20 or 21, such as KGM'),
  ),
  netWeight: weight(),
  grossWeight: weight(),
  valueWithoutVat: optional(decimalBetween(2, 0, MOST)),
};

type Stated<Shape extends z.ZodRawShape> = Partial<z.output<z.ZodObject<Shape>>>;
export type StatedTransport = Stated<typeof transportFields>;
export type StatedTransportLine = Stated<typeof transportLineFields>;
