import type { AreaDescriptions, FieldDescriptions } from '../../model.ts';
import { TRANSPORT_FIELDS } from './transport-fields.ts';

const uuid = { uuid: 'Id of the delivery note.' };

const vehicle: FieldDescriptions = {
  vehicleNumber: 'Registration number of the vehicle, in capitals without blanks and dashes, which are removed.',
  trailer1: 'Registration number of the first trailer.',
  trailer2: 'Registration number of the second trailer.',
};

const declarationId = 'Id of the declaration; by default the last one of the note.';

const MESSAGE = `The message is checked at once (422 with the rules that it breaks, by field) and sent in the background; the newest of the \`messages\` in
the answer is it, and \`GET /api/v1/transport-declarations/{uuid}\` shows its status.`;
const REFUSED = `404 for a declaration that the note does not have; 422 unless the note is issued or converted and the declaration is accepted, and
while the authority has not answered an earlier message.`;

const partLine = {
  uuid: 'Id of the line.',
  netWeight: 'Net weight in kilograms; by default the share of the quantity.',
  grossWeight: 'Gross weight in kilograms; by default the share of the quantity.',
  valueWithoutVat: 'Value without VAT in RON; by default the share of the quantity.',
};

const under = (path: string, fields: FieldDescriptions): FieldDescriptions =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [`${path}.${name}`, text]));

export const transportDeclarations: AreaDescriptions = {
  operations: {
    'transport-declarations-create': {
      description: `Declares one transport of up to 10 issued notes of one client, of a part of a note, or with another vehicle than that of the note.
Route, partner, carrier and date are those of the first note. A note may be in up to 10 declarations; its own fields show the last one.
The declaration is \`uploaded\` at first; validation, upload and the wait for the answer go on in the background.

404 for an unknown note; 422 for one that is not issued or has \`skipEtransport\` set, for notes of different clients, and for lines that a
note does not have or more than their quantity. Sends \`etransport.submitted\` for each note.`,
      responses: { 201: 'The declaration was created and is being sent.' },
    },
    'transport-declarations-get': {
      description: `A declaration with its notes and all messages to the tax authority about it.`,
      parameters: { uuid: 'Id of the declaration.' },
    },
    'transport-declarations-list-of-note': {
      description: `All declarations that the note is or was part of, newest first, also those from before it was cancelled and restored.`,
      parameters: uuid,
    },
    'transport-declarations-correct': {
      description: `Corrects what is declared. Absent fields stay unchanged, null clears; at least one field is required. The note shows the new data once
the authority has accepted them. ${MESSAGE}

${REFUSED} 422 also after the 25th of the month after the one in which the identifier ends, and for lines that the note does not have.`,
      parameters: uuid,
    },
    'transport-declarations-vehicle': {
      description: `Tells the tax authority that the goods continue in another vehicle. ${MESSAGE}

${REFUSED}`,
      parameters: uuid,
    },
    'transport-declarations-confirm': {
      description: `Sends the confirmation of the receiver to the tax authority: the goods arrived, arrived in part, or did not arrive. ${MESSAGE}

${REFUSED}`,
      parameters: uuid,
    },
    'transport-declarations-delete': {
      description: `Deletes the declaration at the tax authority, because the transport does not take place. The note can then be declared again. For a
cancelled note, it repeats a deletion that failed; if the declaration has other notes, only this one is taken out. ${MESSAGE}

404 for a declaration that the note does not have; 422 for a draft, for a declaration that is not accepted, and while the authority has
not answered an earlier message.`,
      parameters: uuid,
    },
  },
  schemas: {
    TransportDeclarationInput: {
      description: 'Body of a declaration of several notes, of a part of one, or with another vehicle.',
      fields: {
        deliveryNotes: 'The notes, 1 to 10, each once; together at most 500 lines are named.',
        'deliveryNotes.deliveryNoteId': 'Id of the note.',
        'deliveryNotes.lines': 'The lines that are transported, at least 1; absent: the whole note.',
        ...under('deliveryNotes.lines', {
          ...partLine,
          quantity: 'Quantity that is transported, at most that of the line, with up to 2 decimals.',
        }),
        ...vehicle,
        vehicleNumber: `${vehicle['vehicleNumber']} By default vehicle and trailers of the first note.`,
        trailer1: 'Registration number of the first trailer. Only together with `vehicleNumber`.',
        trailer2: 'Registration number of the second trailer. Only together with `vehicleNumber`.',
      },
    },
    TransportCorrection: {
      description: 'Data of an accepted declaration to correct.',
      fields: {
        ...TRANSPORT_FIELDS,
        declarationId,
        lines: 'Lines to correct. Those that are not named stay unchanged.',
      },
    },
    TransportDeletion: { description: 'Body of a deletion.', fields: { declarationId } },
    TransportConfirmation: {
      description: 'Body of a confirmation.',
      fields: { declarationId, outcome: 'What arrived.', remark: 'A remark for the authority.' },
    },
    VehicleChange: {
      description: 'Body of a change of vehicle.',
      fields: {
        declarationId,
        ...vehicle,
        changedAt: 'When the goods were moved; by default now.',
        remark: 'A remark for the authority.',
      },
    },
    TransportVehicle: { description: 'A vehicle with its trailers.', fields: vehicle },
    TransportDeclarationList: {
      description: 'Declarations, newest first.',
      fields: { data: 'The declarations.' },
    },
    TransportDeclaration: {
      description: 'A declared transport (RO e-Transport).',
      fields: {
        uuid: 'Id of the declaration.',
        status: 'Its status, as `etransportStatus` of the note; `deleted`: the authority has accepted that it is deleted.',
        uit: 'Identifier of the transport (UIT); null until the declaration is accepted.',
        validUntil: 'Last day on which the identifier is valid.',
        vehicle: 'The vehicle, if it is another one than that of the first note; null otherwise.',
        confirmation: 'The confirmation of the receiver; null until the authority has accepted one.',
        'confirmation.outcome': 'What arrived.',
        'confirmation.remark': 'The remark of the receiver.',
        'confirmation.confirmedAt': 'When it was confirmed.',
        deliveryNotes: 'The notes whose goods are transported.',
        'deliveryNotes.uuid': 'Id of the note.',
        'deliveryNotes.number': 'Its number.',
        'deliveryNotes.removed': 'Whether it was cancelled after the transport was declared, and is no longer part of it.',
        'deliveryNotes.lines': 'The lines that are transported; null: the whole note.',
        ...under('deliveryNotes.lines', {
          ...partLine,
          quantity: 'Quantity that is transported.',
          netWeight: 'Net weight in kilograms, as it was sent; null: the share of the quantity.',
          grossWeight: 'Gross weight in kilograms, as it was sent; null: the share of the quantity.',
          valueWithoutVat: 'Value without VAT in RON, as it was sent; null: the share of the quantity.',
        }),
        messages: 'The messages to the tax authority, newest first.',
        createdAt: 'When it was created.',
        updatedAt: 'When it was last changed.',
      },
    },
    TransportMessage: {
      description: 'A message to the tax authority about a declaration.',
      fields: {
        uuid: 'Id of the message.',
        kind: 'What it is; `notification` is the declaration itself.',
        status: `Its status. \`waiting\`: not sent yet; \`withdrawn\`: the notes were cancelled before it was sent; the others as \`etransportStatus\` of
the note.`,
        reference: 'Reference under which it is found at the authority.',
        uploadId: 'Id of the upload at the authority; null before.',
        errors: 'Why the authority rejected it, or why it was not sent.',
        vehicle: 'The new vehicle. Only of `vehicle_change`.',
        outcome: 'What arrived. Only of `confirmation`.',
        remark: 'Remark for the authority. Only of `vehicle_change` and `confirmation`.',
        changedAt: 'When the goods were moved. Only of `vehicle_change`.',
        requestedBy: 'Who requested it; null: the service itself.',
        createdAt: 'When it was requested.',
        sentAt: 'When it was sent; null before.',
        decidedAt: 'When the authority decided, or it was given up; null before.',
      },
    },
  },
};
