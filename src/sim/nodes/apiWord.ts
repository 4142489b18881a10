import { word } from '../../trace/vocabulary.ts'
import type { Api } from '../machines/inFlight.ts'

const apiWords: { readonly [api in Api]: number } = {
  METADATA: word('METADATA'),
  API_VERSIONS: word('API_VERSIONS'),
  USER: word('USER'),
  PRODUCE: word('PRODUCE'),
}

/** The word of an API in the trace. */
export const apiWord = (api: Api): number => apiWords[api]
