// What is wrong with a question, as it is told to who asked it.

/** A visitor's slip: where, what is wrong, and what would be right. `parse` returns all of them at once. */
export type Problem = {
  /** Dotted path in the scenario, such as `variants.0.config.producer.retry.backoff.ms`. */
  readonly path: string
  readonly what: string
  readonly hint: string
  /** What Kafka itself does with such a value, where that is known. */
  readonly kafka?: 'accepts' | 'refuses'
}
