/**
 * Stands in for VS Code's native log writer, which npm packages carry only as source: without one
 * output channels stay empty. It has the interface of @vscode/spdlog, and writes at once.
 */
const { appendFileSync, mkdirSync } = require('node:fs');
const { dirname } = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warning', 'error', 'critical'];
const INFO = LEVELS.indexOf('info');

class Logger {
  /**
   * @param {string} _type
   * @param {string} _name
   * @param {string} file
   */
  constructor(_type, _name, file) {
    this.file = file;
    this.level = INFO;
    this.bare = false;
    mkdirSync(dirname(file), { recursive: true });
  }
  /**
   * @param {number} level
   * @param {string} message
   */
  write(level, message) {
    if (level < this.level) return;
    const time = new Date().toISOString().replace('T', ' ').slice(0, -1);
    appendFileSync(this.file, this.bare ? message : `${time} [${LEVELS[level]}] ${message}\n`);
  }
  /** @param {string} message */
  trace(message) {
    this.write(0, message);
  }
  /** @param {string} message */
  debug(message) {
    this.write(1, message);
  }
  /** @param {string} message */
  info(message) {
    this.write(2, message);
  }
  /** @param {string} message */
  warn(message) {
    this.write(3, message);
  }
  /** @param {string} message */
  error(message) {
    this.write(4, message);
  }
  /** @param {string} message */
  critical(message) {
    this.write(5, message);
  }
  getLevel() {
    return this.level;
  }
  /** @param {number} level */
  setLevel(level) {
    this.level = level;
  }
  setPattern() {
    this.bare = false;
  }
  clearFormatters() {
    this.bare = true;
  }
  flush() {}
  drop() {}
}

/**
 * @param {string} name
 * @param {string} file
 */
const createLogger = async (name, file) => new Logger('rotating', name, file);

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};
exports.Logger = Logger;
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
