/** The predicates that the format names (format.md, "A matcher"). */
import { fullFormats } from 'ajv-formats/dist/formats.js';
import type { Json } from '../../model/value.ts';

type Test = (value: Json) => boolean;

/** A string that one of the JSON Schema formats accepts. */
function format(name: keyof typeof fullFormats): Test {
  const definition = fullFormats[name] as unknown;
  const check =
    definition instanceof RegExp || typeof definition === 'function'
      ? definition
      : (definition as { validate: RegExp | ((text: string) => boolean) }).validate;
  return (value) =>
    typeof value === 'string' &&
    (check instanceof RegExp ? check.test(value) : (check as (text: string) => boolean)(value));
}

function nonEmpty(value: Json): boolean {
  if (typeof value === 'string') return value.trim() !== '';
  if (typeof value !== 'object') return true;
  return value !== null && Object.keys(value).length > 0;
}

const isNumber = (value: Json): value is number | bigint =>
  typeof value === 'number' || typeof value === 'bigint';

const PREDICATES: ReadonlyMap<string, Test> = new Map<string, Test>([
  ['any', () => true],
  ['iso_date', format('date')],
  ['iso_datetime', format('iso-date-time')],
  ['iso_duration', format('duration')],
  ['email', format('email')],
  ['uri', format('uri')],
  ['uuid', format('uuid')],
  ['ipv4', format('ipv4')],
  ['ipv6', format('ipv6')],
  ['non_empty', nonEmpty],
  ['positive', (value) => isNumber(value) && value > 0],
  ['non_negative', (value) => isNumber(value) && value >= 0],
  ['integer', (value) => typeof value === 'bigint' || Number.isInteger(value)],
]);

/** Whether a value satisfies a predicate of the format; undefined where the format has none of that name. */
export const satisfies = (name: string, value: Json): boolean | undefined =>
  PREDICATES.get(name)?.(value);
