import { firstView } from './scripts/firstView.mjs'

export default [
  { name: 'script of the first view', path: firstView(), gzip: true, limit: '130 kB' },
  { name: 'worker', path: 'dist/assets/worker-*.js', gzip: true, limit: '25 kB' },
  { name: 'styles', path: 'dist/assets/index-*.css', gzip: true, limit: '12 kB' },
]
