/** The validator of schemas in the three drafts: on Node a bundle of its own, loaded with the first schema. */
export { Ajv } from 'ajv';
export { Ajv2019 } from 'ajv/dist/2019.js';
export { Ajv2020 } from 'ajv/dist/2020.js';
export { default as addFormats } from 'ajv-formats';
