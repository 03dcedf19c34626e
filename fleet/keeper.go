package fleet

// keptBytes is what a worker keeps of the objects of one run: passages that
// several questions and repeats have in common.
const keptBytes = 32 << 20

// keeper keeps values and, where there is no room for one more, drops those
// that came first.
type keeper struct {
	most   int
	size   int
	order  []string
	values map[string][]byte
}

func (k *keeper) keep(name string, data []byte) {
	if _, ok := k.values[name]; ok || len(data) > k.most {
		return
	}
	for k.size+len(data) > k.most {
		k.size -= len(k.values[k.order[0]])
		delete(k.values, k.order[0])
		k.order = k.order[1:]
	}
	k.values[name] = data
	k.order = append(k.order, name)
	k.size += len(data)
}
